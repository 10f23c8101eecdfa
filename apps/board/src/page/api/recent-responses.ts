/** The latest responses by path. A refusal takes the titles of objects from them. */
const responses = new Map<string, unknown>();

const maxResponses = 10;

export function rememberResponse(path: string, value: unknown): void {
  responses.delete(path);
  responses.set(path, value);
  for (const oldest of responses.keys()) if (responses.size > maxResponses) responses.delete(oldest);
}

/** Deletes all responses, which may belong to another user. */
export const forgetResponses = (): void => responses.clear();

/** Returns the latest responses. */
export const recentResponses = (): Iterable<unknown> => responses.values();
