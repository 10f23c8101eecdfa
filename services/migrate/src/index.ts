export { addFirstSamples, addFirstUser, passwordShownOnce, passwordToShow } from './first-content.ts';
