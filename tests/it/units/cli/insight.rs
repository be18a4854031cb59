mod facts;
