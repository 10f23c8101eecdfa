import type { EditLimitsResponse, ReleaseResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import type { Entity } from '../../api/entity.ts';
import { Skeleton } from '../../components/empty-state.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { navigate } from '../../navigation/router.ts';
import { releaseLimits } from '../editor/editing-limits.ts';
import { Editor } from '../editor/editor.tsx';
import { SaveState } from '../editor/save-state.tsx';
import { releaseUrl, type UrlState } from './url-state.ts';

interface Props {
  readonly release: ReleaseResponse;
  readonly entity: Entity<ReleaseResponse>;
  readonly topics: readonly Topic[];
  readonly urlState: UrlState;
}

/** The flow of a release, for editing what has not ended. */
export function EditTab({ release, entity, topics, urlState }: Props) {
  const path = `/releases/${lastSegment(release.id)}/edit-limits`;
  const { value, refusal, retry } = useEntity<EditLimitsResponse>(path, topics);
  const response = value.value;
  const limits = useMemo(() => response && releaseLimits(response), [response]);
  if (limits === undefined)
    return refusal.value === null ? <Skeleton /> : <Refusal message={refusal.value} retry={retry} />;
  return (
    <Editor
      plan={release}
      entity={entity}
      limits={limits}
      from={urlState.from ?? 0}
      goToPage={(from) => navigate(releaseUrl(release.id, { ...urlState, from }))}
      tools={<SaveState plan={release} isFormShown={false} />}
      urlOf={(taskId) => releaseUrl(release.id, urlState, taskId)}
    />
  );
}
