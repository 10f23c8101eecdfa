import type { ActivityResponse } from '@slipway/api-schema/history';
import { me } from '../../api/session.ts';
import { useEntity } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';

interface Props {
  readonly object: { readonly id: string };
  readonly label: string;
  /** what the field holds now */
  readonly storedText: string;
  readonly useStored: () => void;
  readonly keepInput: () => void;
}

/** Shows a concurrent change of an edited field. */
export function ConflictNotice({ object, label, storedText, useStored, keepInput }: Props) {
  const { value } = useEntity<readonly ActivityResponse[]>(`/activities/${lastSegment(object.id)}`, []);
  const username = value.value?.findLast(({ username }) => username !== me.value?.username)?.username ?? 'Another user';
  return (
    <div class="reason" role="alert">
      <p>
        <bdi>{username}</bdi> has changed this meanwhile:{' '}
        {storedText === '' ? 'it is empty now' : <bdi>“{storedText}”</bdi>}
      </p>
      <button type="button" onClick={useStored} aria-label={`Use the stored value for ${label}`}>
        Use the stored value
      </button>{' '}
      <button type="button" onClick={keepInput} aria-label={`Keep what I typed for ${label}`}>
        Keep what I typed
      </button>
    </div>
  );
}
