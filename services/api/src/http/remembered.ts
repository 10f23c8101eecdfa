interface Settings {
  readonly forMs: number;
  /** beyond this many the one that was kept first goes */
  readonly most: number;
  readonly now: () => number;
}

/** Keeps values by key for a while. */
export function remembered<T>({ forMs, most, now }: Settings) {
  const kept = new Map<string, { readonly value: T; readonly until: number }>();
  return {
    get(key: string): T | undefined {
      const found = kept.get(key);
      return found && found.until > now() ? found.value : undefined;
    },
    keep(key: string, value: T): void {
      kept.delete(key);
      const oldest = kept.size >= most ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(key, { value, until: now() + forMs });
    },
  };
}
