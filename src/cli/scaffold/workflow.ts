/** `.github/workflows/ci.yml` of a new project. */
export const workflowText = `name: CI
on:
  push: {branches: [main]}
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: {node-version: 22, cache: npm}
      - run: npm ci
      - name: Is the catalog sound?
        run: npx --no pegboard lint
      - name: Is generated/ what schema/ says?
        run: npx --no pegboard generate --check
      - name: Does it break anybody?
        # From the first \`npx pegboard baseline --release\` on.
        if: hashFiles('test/baseline/catalog.json') != ''
        run: npx --no pegboard diff
      - name: Do the types hold?
        run: npm run types
      - run: npm test
      - run: npm run build
`;
