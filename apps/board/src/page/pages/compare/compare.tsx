import type { ReleaseComparisonResponse } from '@slipway/api-schema/versions';
import { useEffect, useMemo } from 'preact/hooks';
import { Skeleton } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { location, type ViewProps } from '../../navigation/router.ts';
import { plural, t } from '../../navigation/text.ts';
import { withParams } from '../../navigation/url-state.ts';
import { compareState } from './compare-url.ts';
import { GroupedDifferences } from './grouped-differences.tsx';
import { OtherPlan } from './other-plan.tsx';

type Plan = ReleaseComparisonResponse['before'];

/** Returns the path of the request. Without another plan, the release is compared with itself, to load its title. */
function requestPath(id: string, other: string, version: number | null): string {
  const query = new URLSearchParams({ with: other === '' ? id : other });
  if (version !== null) query.set('version', String(version));
  return withParams(`/releases/${id}/differences`, query);
}

const planPath = ({ id, template, archived }: Plan): string => {
  const key = lastSegment(id);
  if (template) return `/templates/${key}`;
  return archived ? `/releases/${key}?archive=yes` : `/releases/${key}`;
};

/** A link to a compared plan, with the version of a template. */
const PlanLink = ({ plan }: { readonly plan: Plan }) => (
  <>
    <Link to={planPath(plan)}>
      <bdi>{plan.title}</bdi>
    </Link>
    {plan.version !== undefined && <span class="sub"> version {plan.version}</span>}
  </>
);

/** The view that compares a release with another release or with a template. */
export function Compare({ params: { id = '' } }: ViewProps) {
  const { other, version } = compareState.parse(location.value.query);
  const topics = useMemo((): readonly Topic[] => [`release=${id}`], [id]);
  const { value, refusal, retry } = useQuery<ReleaseComparisonResponse>(requestPath(id, other, version), { topics });
  const comparison = value.value;
  const title = comparison?.after.title;
  useEffect(() => {
    document.title = t`Compare${title === undefined ? '' : t` ${title}`} · Slipway`;
  }, [title]);
  useBreadcrumb([
    { label: t('Releases'), to: '/releases' },
    ...(comparison ? [{ label: comparison.after.title, to: planPath(comparison.after) }] : []),
    { label: t('Compare'), to: null },
  ]);
  return (
    <section class="stack">
      <PageHead
        title="Compare"
        meta={
          comparison && (
            <span>
              {other !== '' && (
                <>
                  From <PlanLink plan={comparison.before} /> to{' '}
                </>
              )}
              <PlanLink plan={comparison.after} />
              {other !== '' && `: ${plural(comparison.differenceCount, '# difference', '# differences')}`}
            </span>
          )
        }
      />
      <Refusal message={refusal.value} retry={retry} />
      <OtherPlan releaseId={id} other={other} plan={other === '' ? undefined : comparison?.before} />
      {comparison === undefined && refusal.value === null && <Skeleton lines={6} />}
      {comparison && other !== '' && (
        <GroupedDifferences
          key={comparison.before.id}
          differences={comparison.differences}
          count={comparison.differenceCount}
        />
      )}
    </section>
  );
}
