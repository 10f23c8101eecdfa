import { Moment } from '../../../components/moment.tsx';
import { t } from '../../../navigation/text.ts';

const dayMs = 86_400_000;

/** The days after its end after which a release is archived; null for a page of an earlier server. */
function archiveAfterDays(): number | null {
  const days = document.querySelector('meta[name="slipway-archive-days"]')?.getAttribute('content');
  return days ? Number(days) : null;
}

/** When a release that has ended is archived, or deleted if it is not to be archived. */
export function ArchiveNote({ endDate, isArchiving }: { readonly endDate: string; readonly isArchiving: boolean }) {
  const days = archiveAfterDays();
  if (days === null) return null;
  const at = new Date(Date.parse(endDate) + days * dayMs);
  const date = <Moment at={at.toISOString()} />;
  if (at.getTime() <= Date.now())
    return <span>{isArchiving ? t('Will be archived soon') : t('Will be deleted soon')}</span>;
  return isArchiving ? <span>Will be archived on {date}</span> : <span>Will be deleted on {date}</span>;
}
