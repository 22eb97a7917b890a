/** A clock that stands still until it is moved. Milliseconds since 1970. */
export interface StoppedClock {
  (): number;
  advance(ms: number): void;
}

export const startOfTests = Date.UTC(2026, 0, 1);

export function stoppedClock(now = startOfTests): StoppedClock {
  let time = now;
  return Object.assign(() => time, {
    advance: (ms: number) => {
      time += ms;
    },
  });
}
