import Ellipsis from '~icons/lucide/ellipsis';
import { Icon } from '../marks/icon.tsx';
import { Menu, type MenuSection } from './menu.tsx';

interface Props {
  /** The name of the button, with the object of the actions. */
  readonly label: string;
  readonly sections: readonly MenuSection[];
}

/** A small button with an ellipsis, which opens the menu of a row, card or page. */
export const RowMenu = ({ label, sections }: Props) => (
  <Menu label={label} sections={sections} buttonClass="quiet square small">
    <Icon of={Ellipsis} />
  </Menu>
);
