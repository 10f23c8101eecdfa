import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { Avatar } from '../../components/marks/avatar.tsx';
import { UserName } from '../../components/marks/user-name.tsx';
import { Message } from '../../components/message.tsx';
import { None } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { RowCheckbox, type Selection } from '../../components/selection.tsx';
import { KeyPager } from '../../components/table.tsx';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';

interface TaskTitleProps {
  readonly task: WaitingTaskResponse;
  readonly selection: Selection;
}

/** The title of a task with the reason why it waits, and the error of the latest action. */
export function TaskTitle({ task, selection }: TaskTitleProps) {
  const { id, title, release } = task;
  return (
    <>
      <RowCheckbox
        selection={selection}
        id={id}
        title={title}
        to={`/releases/${lastSegment(release.id)}?task=${lastSegment(id)}`}
      />
      <p class="why">
        <Message message={task} />
      </p>
      <Refusal message={selection.refusals.value.get(id) ?? null} />
    </>
  );
}

/** The user and the team of a task. */
export const Assignee = ({ owner, team }: Pick<WaitingTaskResponse, 'owner' | 'team'>) =>
  owner === undefined && team === undefined ? (
    <None />
  ) : (
    <span class="row">
      <Avatar name={owner ?? team ?? null} isTeam={owner === undefined} isNamed />
      <span>
        {owner !== undefined && <UserName name={owner} />}
        {owner !== undefined && team !== undefined && ', '}
        {team !== undefined && <bdi>{team}</bdi>}
      </span>
    </span>
  );

/** A list whose pages have keys. */
interface KeyedList {
  readonly query: { readonly after: string | null };
  readonly page: { readonly next?: string | undefined } | undefined;
  change(changes: { readonly after: string | null }): void;
  isCurrent(): boolean;
}

interface PageLinksProps {
  readonly list: KeyedList;
  /** The keys of the previous pages, by the keys of the visited pages. */
  readonly previousPages: Map<string, string | null>;
}

/** The links to other pages. A page that was opened by its URL has no Previous link, only First page. */
export function PageLinks({ list, previousPages }: PageLinksProps) {
  const { after } = list.query;
  const next = list.page?.next;
  const goToPage = (to: string | null, message: string) => () => {
    list.change({ after: to });
    announce(message);
  };
  const previous = after === null ? undefined : previousPages.get(after);
  const goToNext = (): void => {
    if (next === undefined || !list.isCurrent()) return;
    previousPages.set(next, after);
    goToPage(next, t('Next page'))();
  };
  return (
    <KeyPager
      first={after === null ? undefined : goToPage(null, t('First page'))}
      previous={previous === undefined ? undefined : goToPage(previous, t('Previous page'))}
      next={next === undefined ? undefined : goToNext}
    />
  );
}
