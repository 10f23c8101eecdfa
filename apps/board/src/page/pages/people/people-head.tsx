import type { ComponentChildren } from 'preact';
import CircleQuestionMark from '~icons/lucide/circle-question-mark';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';

type Tab = 'users' | 'roles' | 'invitations' | 'audit';

const tabs: readonly (readonly [tab: Tab, title: string, to: string])[] = [
  ['users', t('Users'), '/people'],
  ['roles', t('Roles'), '/people?form=roles'],
  ['invitations', t('Invitations'), '/people?form=invitations'],
  ['audit', t('Audit log'), '/audit'],
];

interface Props {
  readonly current: Tab;
  /** The main action of the tab. */
  readonly children?: ComponentChildren;
}

/** The head and the tabs of the views of users, roles and the audit log. */
export function PeopleHead({ current, children }: Props) {
  const isAudit = current === 'audit';
  const title = isAudit ? t('Audit log') : t('People');
  useBreadcrumb(
    isAudit
      ? [
          { label: t('People'), to: '/people' },
          { label: title, to: null },
        ]
      : [],
  );
  return (
    <>
      <PageHead
        title={title}
        meta={
          isAudit ? (
            t('Logins, and changes of users, roles, teams and tokens')
          ) : (
            <p>
              Users, roles and the audit log. Your own account is under <Link to="/me">Your account</Link>.
            </p>
          )
        }
      >
        <Link to="/why" class="button quiet">
          <Icon of={CircleQuestionMark} />
          Check access
        </Link>
        {children}
      </PageHead>
      <Tabs label="People" tabs={tabs.map(([tab, name, to]) => ({ title: name, to, isCurrent: tab === current }))} />
    </>
  );
}
