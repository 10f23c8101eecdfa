import ArrowLeft from '~icons/lucide/arrow-left';
import ArrowRight from '~icons/lucide/arrow-right';
import Pencil from '~icons/lucide/pencil';
import Trash2 from '~icons/lucide/trash-2';
import { permissionReason } from '../../../api/permission-reason.ts';
import type { MenuAction } from '../../../components/controls/menu.tsx';
import { useNow } from '../../../live/use-now.ts';
import { t } from '../../../navigation/text.ts';
import type { Tile } from '../data/responses.ts';
import { dayAt } from '../data/zones.ts';
import { DashboardTile } from './tile.tsx';

interface Props {
  readonly tiles: readonly Tile[];
  readonly tz: string;
  /** The permission that the user lacks to change the dashboard; null if the user lacks none. */
  readonly missingPermission: string | null;
  readonly edit: (index: number) => void;
  readonly move: (index: number, by: number) => void;
  readonly remove: (index: number) => void;
}

/** Returns the actions of a tile that change the dashboard. */
function actionsOf({ tiles, missingPermission, edit, move, remove }: Props, index: number): readonly MenuAction[] {
  const disabledReason = permissionReason(missingPermission);
  return [
    { label: t('Edit tile…'), icon: Pencil, disabledReason, run: () => edit(index) },
    ...(index === 0
      ? []
      : [{ label: t('Move tile backward'), icon: ArrowLeft, disabledReason, run: () => move(index, -1) }]),
    ...(index === tiles.length - 1
      ? []
      : [{ label: t('Move tile forward'), icon: ArrowRight, disabledReason, run: () => move(index, 1) }]),
    { label: t('Remove tile'), icon: Trash2, isDanger: true, disabledReason, run: () => remove(index) },
  ];
}

/** The tiles of a dashboard, in rows. */
export function Tiles(props: Props) {
  const { tiles, tz } = props;
  const today = dayAt(useNow(), tz);
  return (
    <div class="dashboard">
      {tiles.map((tile, index) => (
        <DashboardTile key={JSON.stringify([tile, index])} {...{ tile, tz, today }} actions={actionsOf(props, index)} />
      ))}
    </div>
  );
}
