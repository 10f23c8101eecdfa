import { numberText } from '../../components/charts/values.ts';
import { Moment } from '../../components/moment.tsx';
import { t } from '../../navigation/text.ts';
import type { ProgressResponse } from './data/responses.ts';

/** The maximum age of values without a notice, in seconds. */
const maxLag = 60;

/** How current the values are, and the progress of older releases. */
export function Freshness({ progress }: { readonly progress: ProgressResponse | undefined }) {
  if (progress === undefined) return t('How long releases take, where they wait, and how often they fail');
  const { asOf, lagSeconds, pending, backfill } = progress;
  const { done, total } = backfill;
  return (
    <>
      <span>
        As of <Moment at={asOf} />
      </span>
      {lagSeconds > maxLag && <span class="soon">{t`${numberText(pending)} ended releases are not counted yet`}</span>}
      {backfill.state === 'running' && (
        <span class="row">
          <progress
            max={Math.max(1, total ?? 1)}
            value={total === undefined ? undefined : done}
            aria-label="Older releases"
          />
          {total === undefined
            ? t`${numberText(done)} older releases are counted`
            : t`${numberText(done)} of ${numberText(total)} older releases are counted`}
        </span>
      )}
    </>
  );
}
