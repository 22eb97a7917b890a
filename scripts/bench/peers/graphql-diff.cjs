// Two GraphQL schema files → how many changes @graphql-inspector/core finds. Runs where the peers are installed.
const { readFileSync } = require("node:fs");
const { diff } = require("@graphql-inspector/core");
const { buildSchema } = require("graphql");

const [base, head] = process.argv.slice(2).map((path) => buildSchema(readFileSync(path, "utf8")));
diff(base, head).then((changes) => console.log(changes.length));
