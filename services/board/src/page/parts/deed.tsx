import type { ComponentChildren } from 'preact';

interface Props {
  /** the permission that is missing; null: none */
  readonly lacking: string | null;
  readonly run: () => void;
  readonly children: ComponentChildren;
  readonly isDisabled?: boolean;
}

/** A button for what may be forbidden to whoever looks: then it is disabled. `Lacking` says why, for all buttons beside it. */
export const Deed = ({ lacking, run, children, isDisabled = false }: Props) => (
  <button type="button" disabled={isDisabled || lacking !== null} onClick={run}>
    {children}
  </button>
);

/** The permissions that are missing for what stands here, each once. */
export function Lacking({ names }: { readonly names: readonly (string | null)[] }) {
  const missing = [...new Set(names)].filter((name) => name !== null);
  return missing.length === 0 ? null : <p class="none">You have no permission {missing.join(', ')} here.</p>;
}
