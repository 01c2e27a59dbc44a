// Shows the description of the API. No request leaves with the cookie of the page: whoever tries one out names a token.
"use strict";

const place = document.getElementById("api-docs");

window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  persistAuthorization: false,
  presets: [window.SwaggerUIBundle.presets.apis],
  requestInterceptor: (request) => ({ ...request, credentials: "omit" }),
});
