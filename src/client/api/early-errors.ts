import { uncaught } from '@/domain/analytics/error-report'

/**
 * Script for the page's head if errors are reported: collects the first few, uncaught ones
 * included, until the reporter is loaded. Contains no characters that HTML would escape.
 */
export const earlyErrorsScript =
  'idaFaults=[];for(const n of[`error`,`unhandledrejection`])addEventListener(n,function(e){' +
  `idaFaults.length==9||idaFaults.push([\`${uncaught}\`,e.error||e.reason])})`
