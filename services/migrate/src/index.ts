export { addFirstSamples, addFirstUser, passwordToShow, shownOnce } from './first-content.ts';
