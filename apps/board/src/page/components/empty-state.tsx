import type { ComponentChildren } from 'preact';
import { Icon, type IconNode } from './marks/icon.tsx';

interface Props {
  readonly icon: IconNode;
  /** One sentence. */
  readonly text: string;
  /** One action. */
  readonly children?: ComponentChildren;
}

/** The content of a list without objects: an icon, one sentence and one action. */
export const EmptyState = ({ icon, text, children }: Props) => (
  <div class="empty-state">
    <span class="tile">
      <Icon of={icon} size="large" />
    </span>
    <p>{text}</p>
    {children}
  </div>
);

/** Gray lines in place of a list that loads for the first time. They appear after a short time, see `4-dialogs.css`. */
export const Skeleton = ({ lines = 6 }: { readonly lines?: number }) => (
  <div class="skeletons" aria-hidden="true">
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} class="skeleton" />
    ))}
  </div>
);
