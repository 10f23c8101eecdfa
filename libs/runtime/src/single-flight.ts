/** Runs once for all concurrent callers: a caller during a run shares its result. */
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
 * Runs by key, one run at a time for each: a caller during a run waits for the next one, which all waiting callers
 * share. So a result is never older than its request.
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
