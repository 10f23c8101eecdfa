export { addFirstSamples, addFirstUser, passwordToShow, passwordShownOnce } from './first-content.ts';
