import { useTranslation } from 'next-i18next/pages'
import { type FormEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { type CardFieldName, declineOf } from '@/client/declines'
import { usePrices } from '@/client/money'
import { useCheckout, usePage } from '@/client/provider'
import { visibleQuote } from '@/client/store'
import {
  type Card,
  type CardEntry,
  cardFieldNames,
  cardIssue,
  emptyEntries,
  holderIssue,
} from '@/features/payment/card'
import { CardEntry as CardEntryFields } from '@/features/payment/card-entry'
import { PaymentNotice } from '@/features/payment/payment-notice'
import { usePaying } from '@/features/payment/paying'
import { Terms } from '@/features/payment/terms'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { focusFirstError } from '@/ui/focus-first-error'
import { Group } from '@/ui/group'
import { LockIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'
import { Notice } from '@/ui/notice'
import { TextField } from '@/ui/text-input'
