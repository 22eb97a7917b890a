/** `.github/workflows/ci.yml` of a new project; docs/ci/pegboard.yml is the part of it that a project without init copies. */
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
        # The whole history: a pull request is compared with the commit at which it left its branch.
        with: {fetch-depth: 0}
      - uses: actions/setup-node@v4
        with: {node-version: 22, cache: npm}
      - run: npm ci
      - name: Is the catalog sound?
        run: npx --no pegboard lint --format github
      - name: Is generated/ what schema/ says?
        run: npx --no pegboard generate --check --format github
      - name: Does it break what was released?
        # From the first \`npx pegboard baseline --release\` on.
        if: hashFiles('test/baseline/catalog.json') != ''
        run: npx --no pegboard diff --format github
      - name: Does this pull request break callers?
        if: github.event_name == 'pull_request'
        run: npx --no pegboard diff --against "merge-base:origin/$GITHUB_BASE_REF" --format github
      - name: What changes for callers, on the page of this run
        if: github.event_name == 'pull_request' && !cancelled()
        run: npx --no pegboard diff --against "merge-base:origin/$GITHUB_BASE_REF" --format md --fail-on never >> "$GITHUB_STEP_SUMMARY"
      - name: Do the types hold?
        run: npm run types
      - run: npm test
      - run: npm run build
`;
