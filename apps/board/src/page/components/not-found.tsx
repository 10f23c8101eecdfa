import SearchX from '~icons/lucide/search-x';
import type { Retry } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { Link } from '../navigation/link.tsx';
import { t } from '../navigation/text.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './marks/icon.tsx';
import { Refusal } from './refusal.tsx';

interface Props {
  /** The kind of object, such as `release`. */
  readonly kind: string;
  /** The error of the REST API; null if there is no response yet. */
  readonly message: DisplayMessage | null;
  /** The path below the root and the name of the list of these objects. */
  readonly list: readonly [to: string, name: string];
  readonly retry: Retry;
}

/** The icon of a page that does not exist. */
export const NotFoundTile = () => (
  <span class="tile">
    <Icon of={SearchX} size="large" />
  </span>
);

/**
 * The page for an object that does not exist, that the user cannot view, or that cannot be loaded: the error, and a link
 * to the list.
 */
export const NotFound = ({ kind, message, list: [to, name], retry }: Props) =>
  message === null ? null : (
    <section class="not-found card">
      <NotFoundTile />
      <h1>
        {retry === null ? t`${kind.charAt(0).toUpperCase()}${kind.slice(1)} not found` : t`The ${kind} can’t be loaded`}
      </h1>
      {retry === null && <p>It may have been deleted, or you lack the permission to view it.</p>}
      <Refusal message={message} retry={retry} />
      <Link to={to} class="button">
        {name}
      </Link>
    </section>
  );

interface TaskProps {
  /** The kind of object that does not contain the task: `release` or `template`. */
  readonly container: string;
  readonly close: () => void;
}

/** A drawer for a URL with a task that does not exist in the release or template. */
export const TaskNotFound = ({ container, close }: TaskProps) => (
  <Dialog title="Task not found" close={close} kind="drawer">
    <p>This task isn’t in this {container}. It may have been deleted or moved.</p>
  </Dialog>
);
