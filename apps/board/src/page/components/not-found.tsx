import type { DisplayMessage } from '../api/language.ts';
import { Link } from '../navigation/link.tsx';
import { Dialog } from './dialog.tsx';
import { Refusal } from './refusal.tsx';

interface Props {
  /** what cannot be shown, such as `release` */
  readonly kind: string;
  /** The refusal of REST; null: unknown */
  readonly message: DisplayMessage | null;
  /** the view where those are that can be shown: its path below the root, and its name */
  readonly list: readonly [to: string, name: string];
}

/** The page for a missing or invisible object: the reason, and a link. */
export const NotFound = ({ kind, message, list: [to, name] }: Props) =>
  message === null ? null : (
    <section class="lost">
      <h1>{`${kind.charAt(0).toUpperCase()}${kind.slice(1)} not found`}</h1>
      <Refusal message={message} />
      <Link to={to}>{name}</Link>
    </section>
  );

interface TaskProps {
  /** what it is not in: `release` or `template` */
  readonly container: string;
  readonly close: () => void;
}

/** The same in a drawer, for a task that an address names. */
export const TaskNotFound = ({ container, close }: TaskProps) => (
  <Dialog title="Task not found" close={close} isDrawer>
    <p>This task isn’t in this {container}. It may have been deleted or moved.</p>
  </Dialog>
);
