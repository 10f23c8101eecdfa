import type { ComponentChildren } from 'preact';
import { linkTo } from './base.ts';

interface Props {
  /** A path below the root. */
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
  readonly label?: string;
  /** The tooltip. */
  readonly title?: string;
  readonly onClick?: () => void;
}

/** A link to a view. */
export const Link = ({ to, children, class: className, current, label, title, onClick }: Props) => (
  <a
    href={linkTo(to)}
    data-view
    class={className}
    aria-current={current ? 'page' : undefined}
    aria-label={label}
    title={title}
    onClick={onClick}
  >
    {children}
  </a>
);
