/**
 * Until now every memory was found by everybody, and most have the scope private because it was the default. From now on it
 * holds; so they get the scope that says what they were, and nothing vanishes.
 */
export const sharedMemories = `
  UPDATE memories SET scope = 'collective' WHERE scope = 'private';
`;
