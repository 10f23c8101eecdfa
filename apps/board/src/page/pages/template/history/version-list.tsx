import type { TemplateVersionResponse } from '@slipway/api-schema/versions';
import History from '~icons/lucide/history';
import { systemAuthor } from '../../../api/full-names.ts';
import { activityMessage } from '../../../api/language.ts';
import { templateLogInWords } from '../../../components/drafts/change-words.ts';
import { Avatar } from '../../../components/marks/avatar.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Message } from '../../../components/message.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Link } from '../../../navigation/link.tsx';
import { plural } from '../../../navigation/text.ts';
import { describeAge } from '../../release/times/durations.ts';
import { historyUrl } from './history-url.ts';

interface VersionProps {
  readonly version: TemplateVersionResponse;
}

/** The author and the time of a version; empty for the state before the history began. */
export const VersionAuthor = ({ version: { author, time } }: VersionProps) =>
  author === undefined || time === undefined ? null : (
    <p class="log-by">
      {author !== systemAuthor && <Avatar name={author} isNamed />}
      <UserName name={author} /> <span>{describeAge(time, Date.now())}</span> <Moment at={time} />
    </p>
  );

/** The changes of a version, in the words of the activity log. */
export function VersionChanges({ version: { author, changes, changeCount } }: VersionProps) {
  const more = changeCount - changes.length;
  return (
    <>
      {author === undefined && <p class="sub">State before the first recorded change</p>}
      {changes.map((change, index) => (
        <p key={index}>
          <Message message={templateLogInWords(activityMessage(change))} />
        </p>
      ))}
      {more > 0 && <p class="sub">{plural(more, '# more change', '# more changes')}</p>}
    </>
  );
}

interface ListProps {
  readonly templateId: string;
  readonly versions: readonly TemplateVersionResponse[];
  /** The number of the newest version. */
  readonly newest: number | undefined;
}

/** A page of the versions of a template, newest first. */
export const VersionList = ({ templateId, versions, newest }: ListProps) => (
  <ol class="log card">
    {versions.map((version) => (
      <li key={version.number}>
        <span class="faint">
          <Icon of={History} />
        </span>
        <div class="log-text">
          <Link to={historyUrl(templateId, { version: version.number, other: null })}>Version {version.number}</Link>{' '}
          {version.number === newest && <span class="tag">Current</span>}
          <VersionChanges version={version} />
        </div>
        <VersionAuthor version={version} />
      </li>
    ))}
  </ol>
);
