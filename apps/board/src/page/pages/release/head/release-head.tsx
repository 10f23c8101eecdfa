import { type Signal, useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import Bell from '~icons/lucide/bell';
import CalendarClock from '~icons/lucide/calendar-clock';
import Ellipsis from '~icons/lucide/ellipsis';
import FlagIcon from '~icons/lucide/flag';
import GitCompareArrows from '~icons/lucide/git-compare-arrows';
import OctagonX from '~icons/lucide/octagon-x';
import Pencil from '~icons/lucide/pencil';
import Printer from '~icons/lucide/printer';
import RotateCcw from '~icons/lucide/rotate-ccw';
import type { Entity } from '../../../api/entity.ts';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { permissionReason } from '../../../api/permission-reason.ts';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { mutate } from '../../../api/rest.ts';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Menu, type MenuAction } from '../../../components/controls/menu.tsx';
import { Avatar } from '../../../components/marks/avatar.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { riskLabel } from '../../../components/marks/risk-badge.tsx';
import { StatusBadge } from '../../../components/marks/status.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Moment } from '../../../components/moment.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { showToast } from '../../../components/toast.tsx';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { type PaletteAction, usePaletteActions } from '../../../navigation/palette-actions.ts';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { availableReleaseActions } from '../actions.ts';
import { auditReportAction } from '../report/audit-report.ts';
import type { ReleaseTab } from '../url-state.ts';
import { ArchiveNote } from './archive-note.tsx';
import { NextStepButton } from './next-step-button.tsx';
import { type DialogProps, type OpenDialog, OpenedDialog } from './opened-dialog.tsx';
import { Strip } from './strip.tsx';

interface Props {
  readonly release: ReleaseResponse;
  readonly entity: Entity<ReleaseResponse>;
  readonly isArchived: boolean;
  readonly topics: readonly Topic[];
  readonly taskUrl: (id: string) => string;
  /** Returns the path of a tab of the release. */
  readonly urlOf: (tab: ReleaseTab) => string;
}

/** Why a release was aborted. */
const AbortReason = ({ release: { status, abortComment } }: Pick<Props, 'release'>) =>
  status !== 'ABORTED' || !abortComment ? null : (
    <p class="flag with-icon failed-text">
      <Icon of={OctagonX} />
      <span>
        <b>Aborted:</b> <bdi>{abortComment}</bdi>
      </span>
    </p>
  );

/** Who owns the release, when it starts or started, its template and its tags. */
const Meta = ({ release, isArchived }: Pick<Props, 'release' | 'isArchived'>) => (
  <>
    {isArchived && <span>Archived. Read only.</span>}
    {release.startDate === undefined ? (
      <span>
        Planned start: <Moment at={release.scheduledStartDate} />
      </span>
    ) : (
      <span>
        Started: <Moment at={release.startDate} />
      </span>
    )}
    {!isArchived && release.endDate !== undefined && (
      <>
        <span aria-hidden="true">·</span>
        <ArchiveNote endDate={release.endDate} isArchiving={release.archiveRelease} />
      </>
    )}
    {release.originTemplateId !== undefined && (
      <>
        <span aria-hidden="true">·</span>
        <Link to={`/templates/${lastSegment(release.originTemplateId)}`}>Template</Link>
      </>
    )}
    {release.tags.map((tag) => (
      <span key={tag} class="tag">
        <bdi>{tag}</bdi>
      </span>
    ))}
  </>
);

/** The flag of a release with its comment. */
const FlagNote = ({ release: { flagStatus, flagComment } }: Pick<Props, 'release'>) =>
  flagStatus === 'OK' ? null : (
    <p class={flagStatus === 'AT_RISK' ? 'flag with-icon failed-text' : 'flag with-icon waits-text'}>
      <Icon of={FlagIcon} />
      <span>
        <b>{riskLabel(flagStatus)}</b>
        {flagComment !== undefined && (
          <>
            {': '}
            <bdi>{flagComment}</bdi>
          </>
        )}
      </span>
    </p>
  );

interface MenuProps extends Pick<Props, 'release' | 'isArchived' | 'urlOf'> {
  readonly open: (dialog: OpenDialog) => void;
}

/** Returns the address of the comparison with the template, or else without another release. */
function comparePath({ id, originTemplateId }: ReleaseResponse): string {
  const path = `/releases/${lastSegment(id)}/compare`;
  return originTemplateId === undefined ? path : `${path}?with=${lastSegment(originTemplateId)}`;
}

/** All actions of a release that are not buttons. The irreversible one is last. */
function MoreActions({ release, isArchived, urlOf, open }: MenuProps) {
  const { canRestart, canAbort, canEdit } = availableReleaseActions(release);
  const actions: readonly (MenuAction | false)[] = [
    canRestart && {
      label: t('Restart from a phase…'),
      icon: RotateCcw,
      run: () => open('restart'),
      disabledReason: permissionReason(missingPermissionOn(release, 'restartRelease')),
    },
    canEdit && {
      label: t('Planned dates…'),
      icon: CalendarClock,
      run: () => open('dates'),
      disabledReason: permissionReason(missingPermissionOn(release, 'updateRelease')),
    },
    canEdit && { label: t('Edit properties'), icon: Pencil, run: () => navigate(urlOf('properties')) },
    !isArchived && { label: t('Compare…'), icon: GitCompareArrows, run: () => navigate(comparePath(release)) },
    !isArchived && { label: t('Notifications…'), icon: Bell, run: () => open('notifications') },
    auditReportAction(release.id),
    { label: t('Print report'), icon: Printer, run: () => navigate(urlOf('report')) },
  ];
  const abort: MenuAction = {
    label: t('Abort release…'),
    icon: OctagonX,
    run: () => open('abort'),
    isDanger: true,
    disabledReason: permissionReason(missingPermissionOn(release, 'abortRelease')),
  };
  return (
    <Menu
      label="More actions"
      buttonClass="quiet square"
      sections={[{ actions: actions.filter((action) => action !== false) }, { actions: canAbort ? [abort] : [] }]}
    >
      <Icon of={Ellipsis} />
    </Menu>
  );
}

/** Adds the actions on the release to the command palette. */
function useReleasePalette(
  release: ReleaseResponse,
  run: (action: 'start' | 'resume') => void,
  open: MenuProps['open'],
) {
  const { canStart, canResume, canRestart, canAbort } = availableReleaseActions(release);
  const actionIf = (
    isAvailable: boolean,
    label: string,
    permission: Parameters<typeof missingPermissionOn>[1],
    onRun: () => void,
  ): readonly PaletteAction[] =>
    isAvailable
      ? [
          {
            name: `${label} ${release.title}`,
            missingPermission: missingPermissionOn(release, permission),
            run: onRun,
          },
        ]
      : [];
  usePaletteActions([
    ...actionIf(canStart, t('Start'), 'startRelease', () => run('start')),
    ...actionIf(canResume, t('Resume'), 'resumeRelease', () => run('resume')),
    ...actionIf(canRestart, t('Restart'), 'restartRelease', () => open('restart')),
    ...actionIf(canAbort, t('Abort'), 'abortRelease', () => open('abort')),
  ]);
}

type HeadActionsProps = Props & {
  readonly dialog: Signal<OpenDialog | null>;
  readonly refusal: Signal<DisplayMessage | null>;
  readonly sendAction: DialogProps['sendAction'];
};

const results = { start: t('Release started'), resume: t('Release resumed') } as const;

/** The owner and the actions of a live release. */
function HeadActions(props: HeadActionsProps) {
  const { release, dialog, refusal, sendAction } = props;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    refusal.value = null;
    try {
      await work();
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  const open = (name: OpenDialog): void => {
    refusal.value = null;
    dialog.value = name;
  };
  const isEarly = Date.parse(release.scheduledStartDate ?? '') > Date.now();
  const run = (action: 'start' | 'resume'): void => {
    if (action === 'start' && isEarly) open('start');
    else
      void attempt(async () => {
        await sendAction(action, 'IN_PROGRESS');
        showToast(results[action]);
      });
  };
  useReleasePalette(release, run, open);
  return (
    <>
      {availableReleaseActions(release).canEdit && (
        <button
          type="button"
          disabled={missingPermissionOn(release, 'updateRelease') !== null}
          onClick={() => open('flag')}
        >
          <Icon of={FlagIcon} />
          Flag…
        </button>
      )}
      <NextStepButton {...props} attempt={attempt} run={run} />
      <MoreActions {...props} open={open} />
    </>
  );
}

const Owner = ({ owner }: Pick<ReleaseResponse, 'owner'>) => (
  <span class="row owner-note">
    <Avatar name={owner ?? null} isNamed />
    <span>Owner: {owner === undefined ? '–' : <UserName name={owner} />}</span>
  </span>
);

/** Returns the actions for which the user lacks permissions. */
function missingPurpose(isStartMissing: boolean, isUpdateMissing: boolean): string {
  if (!isUpdateMissing) return t('To start this release:');
  return isStartMissing ? t('To start, edit or flag this release:') : t('To edit or flag this release:');
}

/** The head of a release: title, status, actions, and the strip of facts. */
export function ReleaseHead(props: Props) {
  const { release, entity, isArchived, topics } = props;
  const refusal = useSignal<DisplayMessage | null>(null);
  const dialog = useSignal<OpenDialog | null>(null);
  const path = `/releases/${lastSegment(release.id)}`;
  const update: DialogProps['update'] = (expected, body) =>
    entity.updateOptimistically({ ...release, ...expected }, () => mutate<ReleaseResponse>('PUT', path, body));
  const sendAction: DialogProps['sendAction'] = (action, status, body) =>
    entity.updateOptimistically({ ...release, status }, () =>
      mutate<ReleaseResponse>('POST', `${path}/${action}`, body),
    );
  const missingUpdate = availableReleaseActions(release).canEdit ? missingPermissionOn(release, 'updateRelease') : null;
  const missingStart = release.status === 'PLANNED' ? missingPermissionOn(release, 'startRelease') : null;
  return (
    <>
      <PageHead
        title={release.title}
        status={<StatusBadge status={release.status} />}
        meta={<Meta release={release} isArchived={isArchived} />}
      >
        <Owner owner={release.owner} />
        {isArchived && (
          <>
            <Link class="button quiet" to={comparePath(release)}>
              Compare…
            </Link>
            <MoreActions {...props} open={() => {}} />
          </>
        )}
        {!isArchived && <HeadActions {...props} dialog={dialog} refusal={refusal} sendAction={sendAction} />}
      </PageHead>
      <Refusal message={refusal.value} />
      {!isArchived && (missingStart ?? missingUpdate) !== null && (
        <div class="row wrapped">
          <span class="none">{missingPurpose(missingStart !== null, missingUpdate !== null)}</span>
          <MissingPermissions names={[missingStart, missingUpdate]} />
        </div>
      )}
      <AbortReason release={release} />
      <FlagNote release={release} />
      <Strip release={release} isArchived={isArchived} />
      <OpenedDialog release={release} topics={topics} dialog={dialog} sendAction={sendAction} update={update} />
    </>
  );
}
