autocmd BufRead,BufNewFile *.rules set filetype=emperor-rules
