import { lastSegment } from '../../navigation/ids.ts';
import { choiceParam, optionalParam, type StateOf, textParam, urlState } from '../../navigation/url-state.ts';

/** Where rules, receivers and templates apply. */
export interface Scope {
  /** The id of the folder; null for the installation. */
  readonly folderId: string | null;
}

/** Returns the path of the view with the notifications of a folder or of the installation. */
export const placePath = ({ folderId }: Scope): string =>
  folderId === null ? '/system/notifications' : `/folders/${lastSegment(folderId)}`;

/** The parts of the notifications. A folder has no deliveries and no mail server. */
export const parts = ['rules', 'receivers', 'deliveries', 'templates', 'mail'] as const;
export type Part = (typeof parts)[number];

/** The query parameters of the notifications of a folder or of the installation. */
export const placeState = urlState({
  /** The tab of the folder; empty for the installation. */
  form: textParam('form'),
  part: choiceParam('part', parts),
  /** The last segment of the id of the receiver that is shown; null: the list. */
  receiver: optionalParam('receiver'),
  /** The filters of the list of receivers, see `ReceiverFilter`. */
  text: textParam('text'),
  folder: textParam('folder'),
});
export type PlaceState = StateOf<typeof placeState>;

/** Returns the address of a part of the notifications of a folder or of the installation. */
export const placeUrl = (scope: Scope, part: Part, changes: Partial<PlaceState> = {}): string =>
  placeState.url(placePath(scope), {
    ...{ form: scope.folderId === null ? '' : 'notifications', part },
    ...{ receiver: null, text: '', folder: '', ...changes },
  });

/** Returns the address of a receiver. */
export const receiverUrl = (scope: Scope, id: string): string =>
  placeUrl(scope, 'receivers', { receiver: lastSegment(id) });
