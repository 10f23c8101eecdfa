/** Asks once for all who want the same at the same time: whoever comes while it is being found out gets that answer, too. */
export function shared<T>(find: () => Promise<T>): () => Promise<T> {
  let finding: Promise<T> | undefined;
  return () => {
    finding ??= find().finally(() => {
      finding = undefined;
    });
    return finding;
  };
}

/**
 * Asks by key, one look at a time for each: whoever asks while one is under way waits for the next, which all share who
 * wait. So an answer is never older than its question, and a crowd costs one look after the other.
 */
export function fresh<T>(find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const looks = new Map<string, { readonly running: Promise<T>; next?: Promise<T> }>();
  const look = (key: string): Promise<T> => {
    const one: { readonly running: Promise<T>; next?: Promise<T> } = { running: find(key) };
    looks.set(key, one);
    const end = (): void => {
      if (one.next === undefined) looks.delete(key);
    };
    one.running.then(end, end);
    return one.running;
  };
  return (key) => {
    const one = looks.get(key);
    if (one === undefined) return look(key);
    const begin = () => look(key);
    one.next ??= one.running.then(begin, begin);
    return one.next;
  };
}
