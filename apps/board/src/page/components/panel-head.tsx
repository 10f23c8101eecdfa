import type { ComponentChildren } from 'preact';
import X from '~icons/lucide/x';
import { Icon } from './marks/icon.tsx';

interface Props {
  /** One line above the title: the kind and the position of the object. */
  readonly above: ComponentChildren;
  readonly title: string;
  /** The status beside the title. */
  readonly status?: ComponentChildren;
  /** Small buttons before the close button. */
  readonly tools?: ComponentChildren;
  /** The actions and their errors, below the title. */
  readonly children?: ComponentChildren;
  readonly close: () => void;
}

/** The head of a drawer. It stays visible while the drawer scrolls. */
export const PanelHead = ({ above, title, status, tools, children, close }: Props) => (
  <header class="panel-head">
    <p class="above">{above}</p>
    <div class="row wrapped">
      <h2 tabIndex={-1}>{title}</h2>
      {status}
    </div>
    <div class="panel-tools">
      {tools}
      <button type="button" class="quiet square small" onClick={close} aria-label="Close" title="Close (Esc)">
        <Icon of={X} />
      </button>
    </div>
    {children}
  </header>
);
