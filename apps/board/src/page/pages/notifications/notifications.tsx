import { useEffect } from 'preact/hooks';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { t } from '../../navigation/text.ts';
import { NotificationsOfPlace } from './notifications-of-place.tsx';
import type { Scope } from './place.ts';

const breadcrumb = [
  { label: t('System'), to: '/system' },
  { label: t('Notifications'), to: null },
] as const;

const installation: Scope = { folderId: null };

/** The notifications of the installation, for administrators. */
export function Notifications() {
  const missingPermission = missingGlobalPermission('readConsistency');
  useBreadcrumb(breadcrumb);
  useEffect(() => {
    document.title = t('Notifications · Slipway');
  }, []);
  return (
    <section>
      <PageHead title="Notifications" meta="Rules, receivers and messages of the installation" />
      {missingPermission === null ? (
        <NotificationsOfPlace scope={installation} />
      ) : (
        <MissingPermissions names={[missingPermission]} />
      )}
    </section>
  );
}
