import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A section of the report with its heading. */
export function ReportSection({ title, children }: Props) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      {children}
    </section>
  );
}
