import { type Signal, useSignal } from '@preact/signals';
import type { TargetedMouseEvent } from 'preact';
import { useId, useRef } from 'preact/hooks';
import CalendarDays from '~icons/lucide/calendar-days';
import Lock from '~icons/lucide/lock';
import Plus from '~icons/lucide/plus';
import { permissionReason } from '../../api/permission-reason.ts';
import { MenuList } from '../../components/controls/menu.tsx';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { useMissingCreatePermission } from '../releases/new-release.tsx';
import { fullDayText } from './date-texts.ts';
import type { Day } from './days.ts';
import { missingBlackoutPermission } from './dialogs/blackout-dialog.tsx';
import { type CalendarQuery, modeOf, modeUrl } from './query.ts';

/** Opens the forms of a day. */
export interface DayActions {
  readonly createRelease: (day: Day) => void;
  readonly addBlackout: (day: Day) => void;
}

interface DayMenuState {
  /** The id to which the buttons of the days refer. */
  readonly id: string;
  readonly day: Signal<Day | null>;
  readonly open: (day: Day) => void;
  readonly cellHandlers: { readonly onClick: (event: TargetedMouseEvent<HTMLTableElement>) => void };
  readonly onPointerDown: () => void;
}

/** Returns the state of the menu of the days. A click on the free area of a day is a click on its date. */
export function useDayMenu(): DayMenuState {
  const id = useId();
  const day = useSignal<Day | null>(null);
  /** Whether the menu was open when the pointer went down, so that the click only closes it. */
  const wasOpen = useRef(false);
  return {
    ...{ id, day },
    open: (shown) => {
      day.value = shown;
    },
    onPointerDown: () => {
      wasOpen.current = document.getElementById(id)?.matches(':popover-open') === true;
    },
    cellHandlers: {
      onClick: ({ target }) => {
        if (target instanceof HTMLTableCellElement && !wasOpen.current) {
          target.querySelector<HTMLElement>('button.day')?.click();
        }
      },
    },
  };
}

interface Props {
  readonly menu: DayMenuState;
  readonly query: CalendarQuery;
  readonly actions: DayActions;
}

/** The menu of a day: creates a release or a blackout there, or shows its week or month. */
export function DayMenu({ menu: { id, day: selectedDay }, query, actions }: Props) {
  const missingCreatePermission = useMissingCreatePermission();
  const day = selectedDay.value ?? query.day;
  const isWeek = modeOf(query) === 'week';
  const create = [
    {
      ...{ label: t('New release…'), icon: Plus, run: () => actions.createRelease(day) },
      disabledReason: permissionReason(missingCreatePermission ?? null),
    },
    {
      ...{ label: t('Add blackout…'), icon: Lock, run: () => actions.addBlackout(day) },
      disabledReason: permissionReason(missingBlackoutPermission()),
    },
  ];
  const show = {
    ...{ label: isWeek ? t('Show month') : t('Show week'), icon: CalendarDays },
    run: () => navigate(modeUrl({ ...query, day }, isWeek ? 'month' : 'week')),
  };
  return <MenuList id={id} label={fullDayText(day)} sections={[{ actions: create }, { actions: [show] }]} />;
}
