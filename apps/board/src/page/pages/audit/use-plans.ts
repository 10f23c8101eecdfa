import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import { type Entity, entity } from '../../api/entity.ts';
import { useLiveRefresh } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';

/** A release or template that a line is about. */
export interface Plan {
  readonly title: string;
  /** a path below the root */
  readonly to: string;
}

/** The maximum number of loaded plans: each is returned completely. */
const maxPlans = 20;
const noTopics: readonly Topic[] = [];

const planOf = (id: string, { title, status }: ReleaseResponse): Plan => ({
  title,
  to: `/${status === 'TEMPLATE' ? 'templates' : 'releases'}/${id}`,
});

/** The releases and templates among these subjects of lines, by their ids, as far as the viewer may see them. */
export function usePlans(subjects: readonly string[]): ReadonlyMap<string, Plan> {
  const ids = [...new Set(subjects)].filter((id) => /^Release\w+$/.test(id)).slice(0, maxPlans);
  const entities = useMemo(
    () => new Map(ids.map((id): [string, Entity<ReleaseResponse>] => [id, entity(`/releases/${id}?comments=false`)])),
    [ids.join()],
  );
  const refresh = useMemo(
    () => async () => void (await Promise.all([...entities.values()].map((planEntity) => planEntity.refresh()))),
    [entities],
  );
  useLiveRefresh(noTopics, refresh);
  return new Map(
    [...entities].flatMap(([id, { value }]) => (value.value ? [[id, planOf(id, value.value)] as const] : [])),
  );
}
