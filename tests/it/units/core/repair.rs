mod doubt;
