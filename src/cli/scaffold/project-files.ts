// What `pegboard init` puts into an empty folder. Values in, texts out; nothing is read or written here.
import { catalogFiles } from "./catalog-files.ts";
import { clientFiles } from "./client-files.ts";
import { readmeText } from "./readme.ts";
import { workflowText } from "./workflow.ts";

export interface ProjectFacts {
  /** Name of the server and of the npm package: lower case words joined by '-' or '_'. */
  readonly name: string;
}

export interface ProjectFile {
  /** Relative to the project's root, `/` separators. */
  readonly path: string;
  readonly text: string;
}

/** Every hand-written file of a new project but package.json, which may be there already. */
export function projectFiles(facts: ProjectFacts): readonly ProjectFile[] {
  return [
    ...catalogFiles(facts),
    ...clientFiles(facts),
    { path: ".github/workflows/ci.yml", text: workflowText },
    { path: ".gitignore", text: gitignoreText },
    { path: "README.md", text: readmeText(facts) },
    { path: "tsconfig.json", text: tsconfigText },
  ];
}

const gitignoreText = `node_modules/
dist/
`;

const tsconfigText = `{
  "compilerOptions": {
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "target": "ES2023",
    "lib": ["ES2023"],
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "allowImportingTsExtensions": true,
    "resolveJsonModule": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["src", "generated", "test"]
}
`;
