export function memoryWindows(samples: readonly number[]): { readonly early: number; readonly late: number };
export function memoryVerdict(samples: readonly number[], seconds: number): string | undefined;
