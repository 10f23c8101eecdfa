import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  /** The status beside the title. */
  readonly status?: ComponentChildren;
  /** One line below the title. */
  readonly meta?: ComponentChildren;
  /** At most one quiet, one normal and one main button, and a menu with all other actions. */
  readonly children?: ComponentChildren;
}

/** The head of a view: its title with the status, a line below it, and its actions at the end. */
export const PageHead = ({ title, status, meta, children }: Props) => (
  <header class="page-head">
    <div class="page-title">
      <div class="row wrapped">
        <h1>{title}</h1>
        {status}
      </div>
      {meta !== undefined && <div class="meta">{meta}</div>}
    </div>
    {children !== undefined && <div class="page-actions">{children}</div>}
  </header>
);
