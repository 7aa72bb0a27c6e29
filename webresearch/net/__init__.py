"""The only room that opens sockets: two doors, one for the services and one for pages."""
