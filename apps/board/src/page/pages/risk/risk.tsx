import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import Copy from '~icons/lucide/copy';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import Trash2 from '~icons/lucide/trash-2';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { permissionReason } from '../../api/permission-reason.ts';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { mutate } from '../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../components/controls/action-button.tsx';
import { RowMenu } from '../../components/controls/row-menu.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { showToast } from '../../components/toast.tsx';
import { useEntity, useQuery } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { location, navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { ProfileDialog } from './profile-dialog.tsx';
import {
  type Assessor,
  enabledCount,
  profilePath,
  profilesPath,
  profileUrl,
  type RiskProfile,
  riskUrl,
} from './profiles.ts';
import { Thresholds } from './thresholds.tsx';

const topics: readonly Topic[] = [polled];
const noAssessors: readonly Assessor[] = [];
const noProfiles: readonly RiskProfile[] = [];

interface ColumnOptions {
  readonly assessors: readonly Assessor[];
  readonly missingPermission: string | null;
  readonly copy: (profile: RiskProfile) => void;
  readonly remove: (profile: RiskProfile) => void;
}

function columnsOf({ assessors, missingPermission, copy, remove }: ColumnOptions): readonly Column<RiskProfile>[] {
  const reason = permissionReason(missingPermission);
  return [
    {
      name: t('Profile'),
      cell: ({ id, title, defaultProfile }) => (
        <span class="row wrapped">
          <Link to={profileUrl(id)}>{title}</Link>
          {defaultProfile && <span class="tag">Default</span>}
        </span>
      ),
    },
    {
      name: t('Findings with a score'),
      cell: (profile) => t`${enabledCount(profile, assessors)} of ${assessors.length}`,
    },
    {
      ...{ name: t('Actions'), isNameHidden: true, class: 'row-menu' },
      cell: (profile) => (
        <RowMenu
          label={t`Actions for ${profile.title}`}
          sections={[
            {
              actions: [
                {
                  ...{ label: t('Edit…'), icon: Pencil, run: () => navigate(profileUrl(profile.id)) },
                  disabledReason: profile.defaultProfile ? t('The default profile can’t be changed') : reason,
                },
                { label: t('Copy'), icon: Copy, disabledReason: reason, run: () => copy(profile) },
              ],
            },
            {
              actions: [
                {
                  ...{ label: t('Delete…'), icon: Trash2, isDanger: true, run: () => remove(profile) },
                  disabledReason: profile.defaultProfile ? t('The default profile can’t be deleted') : reason,
                },
              ],
            },
          ]}
        />
      ),
    },
  ];
}

interface DeleteProps {
  readonly profile: RiskProfile;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

function DeleteDialog({ profile: { id, title }, close, onDone }: DeleteProps) {
  const run = async (): Promise<string> => {
    await mutate('DELETE', profilePath(id));
    await onDone();
    return t('Risk profile deleted');
  };
  return (
    <FormDialog title={t`Delete ${title}?`} submitLabel="Delete profile" isDanger close={close} run={run}>
      <p>Templates and releases with this profile then use the default profile. Their scores change within seconds.</p>
    </FormDialog>
  );
}

const closeProfile = (): void => navigate(profileUrl(null));

interface OpenProfileProps {
  readonly id: string;
  readonly assessors: readonly Assessor[];
  readonly missingPermission: string | null;
  readonly onDone: () => Promise<void>;
}

/** The drawer of the profile in the address. */
function OpenProfile({ id, assessors, ...props }: OpenProfileProps) {
  const { value, refusal } = useEntity<RiskProfile>(profilePath(id), []);
  if (refusal.value !== null) return <Refusal message={refusal.value} />;
  return (
    value.value &&
    assessors.length > 0 && (
      <ProfileDialog key={id} profile={value.value} assessors={assessors} close={closeProfile} {...props} />
    )
  );
}

const crumbs = [
  { label: t('Home'), to: '/' },
  { label: t('Risk'), to: null },
] as const;

/** The risk profiles and the thresholds of the risk of releases. */
export function Risk() {
  const list = useQuery<readonly RiskProfile[]>(profilesPath, { topics });
  const assessors = useEntity<readonly Assessor[]>('/risks/assessors', []).value.value ?? noAssessors;
  const profiles = list.value.value;
  const { profile: openId } = riskUrl.parse(location.value.query);
  const missingPermission = missingGlobalPermission('changeRiskProfiles');
  const isNew = openId === 'new';
  const deleted = useSignal<RiskProfile | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const startNew = (): void => navigate(profileUrl('new'));
  const copy = async ({ id }: RiskProfile): Promise<void> => {
    refusal.value = null;
    try {
      const created = await mutate<RiskProfile>('POST', `${profilePath(id)}/copy`);
      await list.refresh();
      showToast(t('Risk profile copied'));
      navigate(profileUrl(created.id));
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  const columns = columnsOf({
    ...{ assessors, missingPermission },
    copy: (profile) => void copy(profile),
    remove: (profile) => (deleted.value = profile),
  });
  useBreadcrumb(crumbs);
  usePaletteActions([{ name: t('New risk profile'), missingPermission, run: startNew }]);
  useEffect(() => {
    document.title = t('Risk · Slipway');
  }, []);
  return (
    <section class="stack">
      <PageHead
        title="Risk"
        meta={t('A profile sets the points of each problem. Thresholds set when a release needs attention.')}
      >
        <ActionButton isMain missingPermission={missingPermission} run={startNew}>
          <Icon of={Plus} />
          New profile
        </ActionButton>
      </PageHead>
      <MissingPermissions names={[missingPermission]} objectId="" />
      <Refusal message={list.refusal.value ?? refusal.value} retry={list.retry} />
      <section class="card">
        <header>
          <h2>Risk profiles</h2>
        </header>
        <Table
          caption="Risk profiles"
          columns={columns}
          rows={profiles ?? noProfiles}
          keyOf={({ id }) => lastSegment(id)}
        />
      </section>
      <Thresholds />
      {openId !== null && (!isNew || missingPermission === null) && (
        <OpenProfile id={openId} {...{ assessors, missingPermission }} onDone={list.refresh} />
      )}
      {deleted.value && (
        <DeleteDialog profile={deleted.value} close={() => (deleted.value = null)} onDone={list.refresh} />
      )}
    </section>
  );
}
