mod template;
