import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { Lazy } from '../../../components/lazy.tsx';

interface Props<Content extends object> {
  readonly summary: string;
  readonly load: () => Promise<FunctionComponent<Content>>;
  readonly props: Content;
}

/** A part of the panel that is loaded when the user expands it. */
export function Disclosure<Content extends object>({ summary, load, props }: Props<Content>) {
  const isOpen = useSignal(false);
  return (
    <details
      class="more panel-section"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>{summary}</summary>
      {isOpen.value && <Lazy load={load} props={props} />}
    </details>
  );
}
