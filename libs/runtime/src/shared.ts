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
