export interface Started {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly isModern: boolean;
}

export function openOurs(env?: Readonly<Record<string, string>>): {
  readonly stdio: Started;
  readonly http: Started;
  remove(): void;
};
