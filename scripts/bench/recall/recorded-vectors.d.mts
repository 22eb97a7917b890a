export const recordedModel: string;
export function serveRecordedVectors(): Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
